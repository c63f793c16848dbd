export { localServer } from './local-server.ts'
export { entry, fixedSource, hangingSource, openTestSources, sourcesSpace } from './sources-space.ts'
export { standingClock } from './standing-clock.ts'
