import { RowsOfRun } from "../../../../../provider/hosts/plugin/rowsOfRun";

const TYPE = "checks:index:Check";
const named = (name: string) => ({ urn: `urn:pulumi:dev::jobs::${TYPE}::${name}`, type: TYPE });

describe("the rows that a run of the plugin has come across", () => {
  let rows: RowsOfRun;
  beforeEach(() => {
    rows = new RowsOfRun();
  });

  const add = (name: string, id: string, leaves = false) =>
    rows.add(named(name).urn, { id, project: undefined, owner: undefined, home: undefined, leaves });

  it("let no other resource have what one of them holds, be it that its row comes first or what is made", () => {
    add("backup", "1");
    expect(() => rows.refuseSecondRow(named("backup"), "1")).not.toThrow();
    expect(() => rows.refuseSecondRow(named("copy"), "1")).toThrow(
      'Check "copy": the Check "backup" of this program manages the same one on the service',
    );
    expect(() => rows.addMade(named("copy"), "1")).toThrow(
      'Check "copy": it would take over the Check "backup" of this program',
    );
    expect(() => rows.refuseTaken(named("backup"), "1")).toThrow('Check "copy": it would take over');
    expect(() => rows.refuseTaken(named("copy"), "1")).not.toThrow();
  });

  it("hold nothing that they have given up, or are about to", () => {
    add("backup", "1");
    add("backup", "2");
    expect(() => rows.refuseSecondRow(named("copy"), "1")).not.toThrow();
    expect(() => rows.refuseSecondRow(named("copy"), "2")).toThrow('the Check "backup"');
    add("backup", "2", true);
    expect(() => rows.addMade(named("copy"), "2")).not.toThrow();
  });

  it("hold it also where another of them is about to give it up", () => {
    add("backup", "1");
    add("moving", "1", true);
    expect(() => rows.refuseSecondRow(named("copy"), "1")).toThrow('the Check "backup"');
  });
});
