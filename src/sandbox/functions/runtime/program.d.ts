/** The text of a program. The build bundles the module for Node 12. */
declare module '*?program' {
  const text: string;
  export default text;
}
