// Works on a run against a server on loopback: `node research-in-child.ts ROOT ORIGIN RUN|- CONFIG [MOMENT COUNT]`.
// Says each moment in a line, and hangs at the COUNT-th MOMENT until it is killed.
import { writeSync } from 'node:fs'
import { spacePaths } from '@datacortex/platform'
import type { ResearchConfig } from '../research-options.ts'
import { resumeResearch, runResearch } from '../run-research.ts'
import { loopbackPorts } from './loopback-ports.ts'

const [root = '', origin = '', run = '-', config = '{}', stopAt, stopCount = '1'] = process.argv.slice(2)
let count = 0
const moment = (label: string): void => {
  writeSync(1, `${label}\n`)
  if (label !== stopAt) return
  count += 1
  if (count < Number(stopCount)) return
  writeSync(1, 'hangs\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
const { signal } = new AbortController()
await using ports = await loopbackPorts(spacePaths(root), { origin, host: new URL(origin).host, moment })
const result =
  run === '-'
    ? await runResearch(JSON.parse(config) as ResearchConfig, ports, { signal })
    : await resumeResearch(run, ports, { signal })
writeSync(1, `result ${JSON.stringify(result)}\n`)
