import type { CommandResult, Context } from '../context.ts'
import { enterDemoFolder } from '../demo/demo-folder.ts'
import type { Tour } from '../demo/demo-step.ts'
import { findSteps } from '../demo/find-steps.ts'
import { importSteps } from '../demo/import-steps.ts'
import { knowledgeSteps } from '../demo/knowledge-steps.ts'
import { dynamicSteps } from '../demo/dynamic-steps.ts'
import { mindSteps } from '../demo/mind-steps.ts'
import { moduleSteps } from '../demo/module-steps.ts'
import { nightSteps } from '../demo/night-steps.ts'
import { noteSteps } from '../demo/note-steps.ts'
import { publishSteps } from '../demo/publish-steps.ts'
import { type RunCommand, type StepReport, argumentsOf, runStep } from '../demo/run-step.ts'
import { runSteps } from '../demo/run-steps.ts'
import { columns, count, duration } from '@datacortex/wording'
import { style } from '../output/style.ts'
import { terminalText } from '../output/terminal-text.ts'

/** The tour in its order. A new capability adds its steps here. */
const steps = [
  importSteps,
  findSteps,
  noteSteps,
  runSteps,
  dynamicSteps,
  mindSteps,
  publishSteps,
  knowledgeSteps,
  nightSteps,
  moduleSteps,
].flat()

/** `datacortex demo`: the tour in a temporary space. Each step is a command line that is really run, and checked. */
export async function demo(context: Context, { run }: { readonly run: RunCommand }): Promise<CommandResult> {
  // People read along; the JSON document comes at the end.
  const say = context.json ? () => {} : (text: string) => process.stdout.write(terminalText(`${text}\n`))
  using folder = await enterDemoFolder()
  await using stack = new AsyncDisposableStack()
  const tour: Tour = { folder: folder.path, values: new Map(), stack }
  say(`The tour, in ${folder.path} (deleted at the end). Nothing of yours is touched.`)
  const reports: StepReport[] = []
  for (const step of steps) {
    context.signal.throwIfAborted()
    if (step.before !== undefined) say(`\n$ ${step.before.says}`)
    await step.before?.does(tour)
    say(`${step.before === undefined ? '\n' : ''}${style(`$ ${commandLine(argumentsOf(step, tour))}`, 'bold')}`)
    const { report, lines } = await runStep(step, { run, tour, signal: context.signal })
    for (const line of lines) say(line)
    if (!report.ok) say(`${style('not as expected', 'red')}: ${report.detail}`)
    reports.push(report)
  }
  const ok = reports.every((report) => report.ok)
  return { data: { steps: reports }, lines: ['', ...summary(reports)], exitCode: ok ? 0 : 1 }
}

function commandLine(argv: readonly string[]): string {
  return ['datacortex', ...argv.map((word) => (/^[\w./:-]+$/.test(word) ? word : JSON.stringify(word)))].join(' ')
}

function summary(reports: readonly StepReport[]): readonly string[] {
  const rows = reports.map(({ name, ok, took_ms: ms, detail }) => [
    ok ? 'ok' : 'FAILED',
    name,
    duration(ms).padStart(7),
    detail,
  ])
  const failed = reports.filter((report) => !report.ok).length
  const total = duration(reports.reduce((sum, report) => sum + report.took_ms, 0))
  const words = failed === 0 ? 'all as expected' : `${failed} not as expected`
  return [
    ...columns(rows),
    `${count(reports.length, 'step')} in ${total} · ${words}`,
    'next       datacortex init --from ~/.claude/agents   (or wherever your agents are)',
  ]
}
