import { existsSync } from 'node:fs';
import path from 'node:path';
import { writeIfDifferent } from './cache';

/**
 * Replaces two native modules of the server by a few lines of JavaScript, because nothing was compiled at its
 * installation. Without a logger, VS Code would write no logs, and tests would not notice a secret in a log.
 */
export async function replaceNativeModules(server: string): Promise<void> {
  await replace(path.join(server, 'node_modules/@vscode/spdlog/index.js'), logger);
  for (const name of ['native-watchdog', '@vscode/native-watchdog']) {
    await replace(path.join(server, 'node_modules', name, 'index.js'), watchdog);
  }
}

async function replace(file: string, code: string): Promise<void> {
  if (existsSync(file)) await writeIfDifferent(file, code);
}

/**
 * The real watchdog ends an extension host whose server has died. Here the launcher stops the whole process group
 * instead.
 */
const watchdog = `exports.start = () => {};
exports.exit = code => process.exit(code);
`;

/** Writes every message at once, because tests read the files while the host runs. Log files are never rotated. */
const logger = `'use strict';
const fs = require('fs');
const path = require('path');
const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
let globalLevel = 0;
class Logger {
  constructor(type, name, file) {
    this.file = file;
    this.level = 2;
    this.plain = false;
    fs.mkdirSync(path.dirname(file), { recursive: true });
  }
  write(level, message) {
    if (level < this.level || level < globalLevel) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    fs.appendFileSync(this.file, this.plain ? message : time + ' [' + names[level] + '] ' + message + '\\n');
  }
  trace(message) { this.write(0, message); }
  debug(message) { this.write(1, message); }
  info(message) { this.write(2, message); }
  warn(message) { this.write(3, message); }
  error(message) { this.write(4, message); }
  critical(message) { this.write(5, message); }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() {}
  clearFormatters() { this.plain = true; }
  flush() {}
  drop() {}
}
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = level => { globalLevel = level; };
exports.setFlushOn = () => {};
exports.createRotatingLogger = async (name, file) => new Logger('rotating', name, file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger('rotating_async', name, file);
`;
