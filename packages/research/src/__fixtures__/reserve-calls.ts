import { spacePaths } from '@datacortex/platform'
import { SourceState } from '../sources/source-state.ts'

// Prints how many of 20 calls at the same time were granted.
const state = new SourceState(spacePaths(process.argv[2] ?? ''), { now: Date.now })
const asked = Array.from({ length: 20 }, async () => await state.reserve('a', { per_minute: 25 }))
const refused = await Promise.all(asked)
process.stdout.write(String(refused.filter((reason) => reason === undefined).length))
