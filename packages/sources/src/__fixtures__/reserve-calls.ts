import { ownPaths, spacePaths } from '@datacortex/platform'
import { SourceState } from '../source-state.ts'

// All processes do this at the same moment: no call is older than a minute, however long they take. Prints how many of 20 calls at the same time were granted.
const state = new SourceState(ownPaths(spacePaths(process.argv[2] ?? '')), { now: () => Date.UTC(2026, 1, 3, 12) })
const asked = Array.from({ length: 20 }, async () => await state.reserve('a', { per_minute: 25 }))
const refused = await Promise.all(asked)
process.stdout.write(String(refused.filter((reason) => reason === undefined).length))
