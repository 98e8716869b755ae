import { Command } from "commander";
import { defineEmulator } from "../../../../cli/emulator/command";

it.each([
  [["--port", "x"], "--port x: not a port; give a number from 0 to 65535"],
  [["--port", "-1"], "--port -1: not a port; give a number from 0 to 65535"],
  [["--dialect", "latin"], "--dialect latin: not a dialect; there are server and spec"],
  [["--state", ""], '--state "": name a file'],
])(
  "`pulumi-checks emulator` refuses %j in one sentence, without the usage of another command",
  async (argv, reason) => {
    const command = new Command();
    defineEmulator(command);
    const refused = command.parseAsync(argv, { from: "user" });
    await expect(refused).rejects.toMatchObject({ message: reason });
  },
);
