import { firstChannels, resolveChannels } from "../../../../emulator/monitor/channel";
import { Project } from "../../../../emulator/monitor/project";

describe("channels", () => {
  const channels = firstChannels();
  const [mail, pager, dup] = channels;
  const resolve = (given: string) => resolveChannels(given, channels);

  it("are named by name, by id, all or none", () => {
    expect(resolve("")).toEqual([]);
    expect(resolve("*")).toHaveLength(5);
    expect(resolve(`Pager,${pager?.id},${mail?.id}`)).toEqual([pager?.id, mail?.id]);
    expect(resolve(dup?.id ?? "")).toEqual([dup?.id]);
  });

  it.each([
    ["dup,nope", "non-unique channel identifier: dup"],
    ["nope,,", "invalid channel identifier: nope"],
    ["Pager,", "empty channel identifier"],
    ["Ops mail, Pager", "invalid channel identifier:  Pager"],
    ["*,Pager", "invalid channel identifier: *"],
  ])("%j is refused: %s", (given, message) => {
    expect(() => resolve(given)).toThrow(message);
  });

  it("survive a dump and a restore with the rest of their project", () => {
    const project = Project.create("alpha");
    const restored = Project.restore(JSON.parse(JSON.stringify(project.dump())));
    expect(restored.dump()).toEqual(project.dump());
    for (const key of Object.values(project.keys)) expect(key).toHaveLength(32);
  });
});
