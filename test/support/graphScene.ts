/** A stack whose program is a graph of checks, and what must be true of it however often it is disturbed. */
import type { Run } from "./engine";
import { GRAPH, type Graph, ONE_WRITE } from "./graphProgram";
import { expectKept, expectOneRowEach, pinged } from "./kept";
import { eachWithScene, type Scene } from "./scene";
import type { Document } from "./service";
import { checkRowsOf, nameOf } from "./stateFile";

/** So many ups in a row a user has patience for, after one that failed. */
const PATIENCE = 3;

/** A scene, and what its tests do and expect. */
export interface GraphScene extends Scene {
  /** Declares and ups; an up that ends well leaves no two rows on one check. */
  tryUp(program: Graph, ...args: string[]): Promise<Run>;
  /** Makes the checks of a program, each with a ping. */
  made(program: Graph): Promise<Document[]>;
  /** Ups the program until it is as declared; then nothing of `before` is lost and nothing doubled. */
  settles(program: Graph, before: readonly Document[]): Promise<void>;
  /** The same; and then all is quiet. */
  settlesQuietly(program: Graph, before: readonly Document[]): Promise<void>;
}

/** Gives each test of a `describe` a service and such a stack of its own. */
export function eachWithGraph(): GraphScene {
  const scene = eachWithScene(GRAPH, ONE_WRITE) as GraphScene;
  scene.tryUp = async (program, ...args) => {
    scene.stack.declare(program);
    const run = await scene.stack.tryUp(...args);
    if (run.code === 0) expectOneRowEach(scene.stack);
    return run;
  };
  scene.made = async (program) => {
    expect(await scene.tryUp(program)).toMatchObject({ code: 0 });
    const slugs = (await scene.service.checks()).map(({ slug }) => slug);
    return Promise.all(slugs.map((slug) => pinged(scene.service, slug)));
  };
  scene.settles = async (program, before) => {
    const { stack, service } = scene;
    await expectKept(service, before);
    let run = await scene.tryUp(program);
    for (let more = 1; run.code !== 0 && more < PATIENCE; more += 1) run = await scene.tryUp(program);
    expect(run).toMatchObject({ code: 0 });
    await expectKept(service, before);
    const rows = checkRowsOf(stack);
    const { checks } = program;
    expect(rows.map(nameOf).sort()).toEqual(Object.keys(checks).sort());
    const documents = await service.checks();
    const found = rows.map((row) => [nameOf(row), documents.find(({ uuid }) => uuid === row.id)?.slug]);
    const slugs = Object.entries(checks).map(([name, { slug }]) => [name, slug]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(slugs));
    expect(documents).toHaveLength(slugs.length);
  };
  scene.settlesQuietly = async (program, before) => {
    await scene.settles(program, before);
    expect(await scene.stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  };
  return scene;
}
