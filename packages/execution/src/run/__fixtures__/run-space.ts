import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { type Catalogue, readCatalogue } from '@datacortex/modules'
import { type LogView, readLog } from '../../log/read-log.ts'
import type { AgentRun, RunAgentOptions } from '../run-agent-options.ts'
import { runAgent } from '../run-agent.ts'
import { agentSpace, writeFiles } from '../../context/__fixtures__/agent-space.ts'

/** A space of the running test, with agents and modules whose code a test can script. */
export type RunSpace = {
  readonly paths: SpacePaths
  readonly bundledDirectory: string
  readonly catalogue: () => Promise<Catalogue>
}

/** One answer of the runner `stub` to one attempt. */
export type StubAnswer =
  | { readonly text: string; readonly status?: string; readonly [field: string]: unknown }
  | { readonly error: { readonly code: string; readonly message: string; readonly details?: object } }
  | { readonly thrown: string }
  /** Never; with `deaf` it ignores the signal, too. */
  | { readonly hang: true; readonly says?: string; readonly deaf?: boolean }

/** A space with the runner `stub`, which gives these answers, one an attempt, the last one again and again. */
export async function runSpace(
  answers: readonly StubAnswer[],
  options: { readonly runner?: object; readonly files?: Readonly<Record<string, string>> } = {},
): Promise<RunSpace> {
  const runners = {
    default: 'stub',
    stub: { plugin: 'runner-stub', backoff_ms: 1, answers, ...options.runner },
    other: { plugin: 'runner-stub', answers: [{ text: 'Another one says so.' }] },
  }
  const { paths } = await agentSpace({
    '.datacore/registry/agents.yaml': agents,
    '.datacore/agents/writer.md': '# Writer\n\nYou write about the sea. ${task} and {{context}} mean themselves.\n',
    '0-personal/notes/tides.md': '# Tides\n\nThe harbour master keeps the tables.\n',
    '.datacore/settings.yaml': `runners: ${JSON.stringify(runners)}\n`,
    ...options.files,
  })
  const bundledDirectory = join(paths.datacore, 'bundled')
  await writeFiles(bundledDirectory, modules)
  return { paths, bundledDirectory, catalogue: async () => await readCatalogue(paths, { bundledDirectory }) }
}

/** Runs the agent `writer` of a space. */
export async function run(space: RunSpace, options: Partial<RunAgentOptions> = {}): Promise<AgentRun> {
  const catalogue = await space.catalogue()
  return await runAgent(space.paths, { catalogue, agent: 'writer', task: 'Explain the tides', ...options })
}

/** Runs it in a space of its own, whose runner gives these answers. */
export async function runWith(
  answers: readonly StubAnswer[],
  options: Partial<RunAgentOptions> = {},
): Promise<{
  readonly space: RunSpace
  readonly result: AgentRun
  readonly log: LogView
}> {
  const space = await runSpace(answers)
  return { space, result: await run(space, options), log: await readLog(space.paths) }
}

/** An answer that teaches something. */
export const answer = `The tides of the harbour come twice a day, an hour later each day.

## Insights

- Spring tides come two days after full moon.
`

const agents = `# Kept by hand.
version: 2.0.0
agents:
  writer:
    name: Writer # of the sea
    description: Writes about tides and harbours
    version: 1.2.0
    source: .datacore/agents/writer.md
    skills: [{id: explain, name: Explain, description: Explains, tags: [sea]}]
    reads: {required: [0-personal/notes/tides.md]}
    spawns: [editor]
  editor:
    name: Editor
    description: Corrects texts
    can_be_called_by: [writer]
    skills: []
  patient:
    name: Patient
    description: Has patterns of its own
    skills: []
    hooks: {on_error: [{type: classify-error, config: {transient_patterns: [low water]}}]}
`

const manifest = (name: string, more: string): string =>
  `manifest_version: 2\nname: ${name}\nversion: 1.0.0\ndescription: For tests\n${more}`
const packageJson = '{"type":"module","exports":"./index.js"}'

const modules: Readonly<Record<string, string>> = {
  'runner-stub/module.yaml': manifest('runner-stub', ''),
  'runner-stub/package.json': packageJson,
  'runner-stub/index.js': `
import { existsSync } from 'node:fs'
const coded = Symbol.for('datacortex.CodedError')
const brand = ({ code, message, details = {} }) => Object.assign(new Error(message), { code, details, [coded]: true })
export const plugin = { name: 'runner-stub', kind: 'runner', setup: ({ config }) => {
  let attempt = 0
  return { async run(task, { signal, onOutput }) {
    const answer = config.answers[Math.min(attempt++, config.answers.length - 1)]
    if (answer.error) throw brand(answer.error)
    if (answer.thrown) throw answer.thrown
    if (answer.hang) {
      if (answer.says) onOutput?.(answer.says)
      return await new Promise((_, reject) => {
        const timer = setInterval(() => {}, 1000)
        const stop = () => { clearInterval(timer); reject(signal.reason) }
        if (answer.deaf) timer.unref()
        else if (signal.aborted) stop()
        else signal.addEventListener('abort', stop)
      })
    }
    while (answer.afterSpawning && !existsSync(task.directory + '/.datacore/state/running/' + task.run.id + '.spawned'))
      await new Promise((resolve) => setImmediate(resolve))
    const text = answer.text.replace('%REQUEST%', () => task.request).replace('%TASK%', () => JSON.stringify(task))
    onOutput?.(text)
    return { ...answer, text }
  }, [Symbol.asyncDispose]: async () => { if (config.breaksAtEnd) throw new Error('it does not want to end') } }
} }`,
  'agent-counter/module.yaml': manifest(
    'agent-counter',
    `provides:
  agents: {counter: {name: Counter, description: Counts bytes, skills: []}}
  subagents: {counter: {accepts: [text/plain, application/pdf], description: Counts bytes}}
`,
  ),
  'agent-counter/package.json': packageJson,
  'agent-counter/index.js': `
export const plugin = { name: 'agent-counter', kind: 'sub-agent', setup: () => ({
  accepts: ({ contentType }) => ['text/plain', 'application/pdf'].includes(contentType),
  extract: async ({ contentType, name, bytes }) => ({ findings: [], documents: [{ id: '', title: name, blocks: [], authors: [], text: contentType + ' has ' + bytes.length + ' bytes, all of them counted here.' }] }),
}) }`,
  'hook-check/module.yaml': manifest('hook-check', 'provides: {hooks: [check_outputs]}\n'),
  'hook-check/package.json': packageJson,
  'hook-check/index.js': `
export const plugin = { name: 'hook-check', kind: 'hooks', setup: () => ({ check_outputs: ({ task, outputs }) => {
  if (task === 'break the hooks') throw new Error('the hook broke')
  if (task === 'confuse the check') return 'good'
  return task === 'fail the check' ? { passed: false, detail: outputs.length + ' outputs are too many' } : { passed: true }
} }) }`,
  'hook-tell/module.yaml': manifest('hook-tell', 'provides: {hooks: [pre_run, post_run, run_error]}\n'),
  'hook-tell/package.json': packageJson,
  'hook-tell/index.js': `
import { appendFileSync } from 'node:fs'
export const plugin = { name: 'hook-tell', kind: 'hooks', setup: ({ dataDir, config }) => {
  const tell = (point) => (payload) => {
    appendFileSync(dataDir + '/told', JSON.stringify({ point, config, ...payload }) + '\\n')
    if (payload.task === 'break the hooks') throw new Error('the hook broke')
  }
  return { pre_run: tell('pre_run'), post_run: tell('post_run'), run_error: tell('run_error') }
} }`,
}
