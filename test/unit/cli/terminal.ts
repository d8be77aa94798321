// Loaded before a program whose streams are pipes, so that it asks its questions as on a terminal.

Object.assign(process.stdin, { isTTY: true, setRawMode: () => process.stdin });
process.stderr.isTTY = true;
