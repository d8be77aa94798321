/** The text of a program for a thread of its own: the build bundles the module for Node 12. */
declare module '*?program' {
  const text: string;
  export default text;
}
