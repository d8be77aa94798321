/** The text of a program that runs in a separate thread. The build bundles the module for Node 12. */
declare module '*?program' {
  const text: string;
  export default text;
}
