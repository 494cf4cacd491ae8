// The real server, `holdpoint serve`, in a folder of its own that goes away with it.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const program = process.env.HOLDPOINT_PROGRAM;

export class Server {
  log = "";
  #process;
  #folder;
  #logListeners = new Set();

  /** `model` as for --model; `config` is the text of holdpoint.toml. */
  static async start({ model = "scripted", config = "" } = {}) {
    if (!program) throw new Error("HOLDPOINT_PROGRAM must name the program holdpoint");
    const server = new Server();
    server.#folder = await mkdtemp(join(tmpdir(), "holdpoint-clients-"));
    await writeFile(join(server.#folder, "holdpoint.toml"), config);
    const options = ["--listen", "127.0.0.1:0", "--no-auth", "--log", "debug"];
    const files = ["--wallet", server.walletFile, "--workspace", join(server.#folder, "files")];
    server.#process = spawn(program, ["serve", ...options, ...files, "--model", model], {
      cwd: server.#folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    await server.#listening();
    return server;
  }

  get walletFile() {
    return join(this.#folder, "wallet.json");
  }

  /** What was really paid, the oldest first, as "Alice 30". */
  async paid() {
    let text;
    try {
      text = await readFile(this.walletFile, "utf8");
    } catch (error) {
      if (error.code === "ENOENT") return []; // it begins with the first payment
      throw error;
    }
    return JSON.parse(text).payments.map(({ recipient, amount }) => `${recipient} ${amount}`);
  }

  /** Once a line of the log matches: for what no client is told. */
  logged(pattern) {
    return new Promise((resolve) => {
      const look = () => {
        if (!pattern.test(this.log)) return;
        this.#logListeners.delete(look);
        resolve();
      };
      this.#logListeners.add(look);
      look();
    });
  }

  /** Ends it as an operator would; anything but a clean exit is an error. */
  async stop() {
    const ended = this.#process.exitCode ?? this.#process.signalCode;
    if (ended === null) this.#process.kill("SIGTERM");
    const [code, signal] = ended === null ? await this.#exit() : [ended, null];
    await rm(this.#folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the server ended with ${code ?? signal}:\n${this.log}`);
  }

  #exit() {
    return new Promise((resolve) => this.#process.once("exit", (...how) => resolve(how)));
  }

  #listening() {
    return new Promise((resolve, reject) => {
      this.#process.stderr.on("data", (data) => {
        this.log += data;
        for (const look of [...this.#logListeners]) look();
      });
      this.#process.once("error", reject);
      this.#process.once("exit", () => reject(new Error(`the server did not start:\n${this.log}`)));
      createInterface({ input: this.#process.stdout }).on("line", (line) => {
        const found = line.match(/^listening on http:\/\/(\S+)$/);
        if (!found) return;
        this.url = `ws://${found[1]}/live`;
        resolve();
      });
    });
  }
}
