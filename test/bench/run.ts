import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Benchmark, Report, Skipped } from './benchmark.ts'
import { reaches } from './benchmark.ts'
import { findCold } from './find-cold.ts'
import { findQuality } from './find-quality.ts'
import { findScale } from './find-scale.ts'
import { findSpeed } from './find-speed.ts'
import { importSpeed } from './import-speed.ts'
import { describeMachine } from './machine.ts'
import { openBench } from './open-bench.ts'
import { machineLine, reportLines } from './print-report.ts'

// The import comes first: its space serves the others.
const benchmarks: readonly Benchmark[] = [importSpeed, findQuality, findSpeed, findScale, findCold]

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } })
const unknown = positionals.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name))
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}. There are: ${benchmarks.map(({ name }) => name).join(', ')}.`)
  process.exitCode = 2
} else {
  await runAll(benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name)))
}

async function runAll(chosen: readonly Benchmark[]): Promise<void> {
  const machine = describeMachine()
  const reports: Record<string, Report | Skipped> = {}
  await using bench = openBench((line) => console.error(line))
  console.log(`${machineLine(machine)}\n`)
  for (const benchmark of chosen) {
    const report = await benchmark.run(bench)
    reports[benchmark.name] = report
    console.log(reportLines(benchmark.name, report).join('\n'))
  }
  const checks = Object.values(reports).flatMap((report) => ('checks' in report ? report.checks : []))
  console.log(`${checks.filter(reaches).length} of ${checks.length} targets reached`)
  if (values.json !== undefined) {
    const measuredAt = new Date().toISOString()
    await writeFile(values.json, `${JSON.stringify({ machine, measuredAt, reports }, undefined, 2)}\n`)
  }
}
