/** Builds the library from nothing. */
import { build } from "./prepare.mjs";

await build();
