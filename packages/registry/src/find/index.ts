// A way in of its own: finding on an unchanged space loads no parser.
export type { FindResult } from './finder.ts'
export { openFinder } from './open-finder.ts'
export type { Finder } from './open-finder.ts'
