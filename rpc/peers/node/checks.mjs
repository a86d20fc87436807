// Runs checks and prints one JSON object for each, on one line.

/// What a check found instead of what must be.
export class Wrong extends Error {}

/// Both must be equal; long ones are told by their length and the first place where they part.
export function same(found, expected, what = "the answer") {
  if (Buffer.isBuffer(expected)) {
    if (Buffer.isBuffer(found) && found.equals(expected)) return;
    const length = found?.length ?? "no";
    const at = expected.findIndex((byte, i) => found?.[i] !== byte);
    throw new Wrong(`${what} has ${length} bytes and parts at byte ${at < 0 ? expected.length : at} from the ${expected.length} that were expected`);
  }
  if (found !== expected) {
    throw new Wrong(`${what} is ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }
}

/// The checks of one peer, in the order in which they are run.
export class Checks {
  constructor(peer, version) {
    this.peer = peer;
    this.version = version;
    this.failed = 0;
  }

  /// Prints what became of it. What it returns is told as its detail; whatever it throws is a failure.
  async run(name, check) {
    const line = { peer: this.peer, version: this.version, check: name, outcome: "passed", detail: null };
    try {
      line.detail = (await check()) ?? null;
    } catch (error) {
      line.outcome = "failed";
      line.detail = error instanceof Wrong ? error.message : `${error.name}: ${error.message}`;
      this.failed += 1;
    }
    console.log(JSON.stringify(line));
  }
}
