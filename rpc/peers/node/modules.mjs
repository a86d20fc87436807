// Where the packages are: rpc/peers/install puts them into a folder outside the source.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/// The repository's root.
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

/// The folder that was given to `rpc/peers/install`; the environment may name another one.
export const folder = process.env.WIRETAX_PEERS || join(root, "target", "peers");

const require = createRequire(join(folder, "node", "package.json"));

/// One package of the folder.
export function load(name) {
  try {
    return require(name);
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    throw new Error(`${name} is not in ${folder}: run rpc/peers/install, or name its folder in WIRETAX_PEERS`);
  }
}

/// The path of a file in a package, whatever the package exports.
export function file(name, path) {
  return join(folder, "node", "node_modules", name, path);
}

/// The version that a package says of itself.
export function version(name) {
  return JSON.parse(readFileSync(file(name, "package.json"))).version;
}
