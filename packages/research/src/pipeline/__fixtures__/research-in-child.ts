// Begins a run against a server on loopback: `node research-in-child.ts ROOT ORIGIN CONFIG [PIPE [COUNT MOMENT]…]`.
// Says each moment in a line, and stands still at the COUNT-th MOMENT until somebody opens the named pipe, or kills it.
import { readFileSync, writeSync } from 'node:fs'
import { ownPaths, spacePaths } from '@datacortex/platform'
import type { ResearchConfig } from '../research-options.ts'
import { runResearch } from '../run-research.ts'
import { loopbackPorts } from './loopback-ports.ts'

const [root = '', origin = '', config = '{}', pipe = '', ...stops] = process.argv.slice(2)
const counts = new Map<string, number>()
const moment = (label: string): void => {
  writeSync(1, `${label}\n`)
  const count = (counts.get(label) ?? 0) + 1
  counts.set(label, count)
  if (label !== stops[1] || count !== Number(stops[0])) return
  stops.splice(0, 2)
  writeSync(1, 'stops\n')
  readFileSync(pipe)
}
const { signal } = new AbortController()
await using ports = await loopbackPorts(ownPaths(spacePaths(root)), { origin, host: new URL(origin).host, moment })
const result = await runResearch(JSON.parse(config) as ResearchConfig, ports, { signal })
writeSync(1, `result ${JSON.stringify(result)}\n`)
