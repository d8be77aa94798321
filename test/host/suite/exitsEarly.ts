/** A suite that ends its host before any test ran: VS Code reports success, and the launcher must not believe it. */
export function run(): void {
  process.exit(0);
}
