import type { Plugin, RunnerResult, RunnerTask } from '@datacortex/plugin'
import { describe, expect, test } from 'vitest'
import { endings } from './endings.ts'
import { expectStop } from './expect-stop.ts'
import { expectCoded, failureOf } from './expect-coded.ts'
import type { StartOptions } from './prepare-plugin.ts'
import { startPlugin } from './start-plugin.ts'

/** Where a runner lies, and settings with which it behaves in four ways. */
export type RunnerSuiteOptions = Omit<StartOptions, 'settings'> & {
  /** Settings with which it answers with the task that it was given, word for word, perhaps among other words. */
  readonly echoes: unknown
  /** Settings with which it never answers. */
  readonly hangs: unknown
  /** Settings with which it fails. */
  readonly fails: unknown
  /** Whether a hanging run is under way, by what it told so far: its program runs, its request arrived. */
  readonly begun: (output: string) => boolean
  /** Whether nothing of a hanging run is left: no process, no connection. */
  readonly settled?: (() => boolean) | undefined
}

/**
 * The suite that every plugin of the kind `runner` passes: it hands over what it is given word for word, streams,
 * keeps runs apart, stops when it is told to, leaves nothing running, says with a code what went wrong, and tells no secret.
 *
 * Settings may be functions that give them, for servers that start later.
 * @example testRunnerPlugin(plugin, { directory, echoes: { command: ['cat'] }, hangs, begun, fails })
 */
export function testRunnerPlugin<Config>(plugin: Plugin<'runner', Config>, options: RunnerSuiteOptions): void {
  const start = (behaviour: 'echoes' | 'hangs' | 'fails') =>
    startPlugin(plugin, { ...options, settings: options[behaviour] })

  describe('a plugin of the kind runner', () => {
    test('has the name of its manifest', async () => {
      await using runner = await start('echoes')
      expect(plugin).toMatchObject({ name: runner.manifest.name, kind: 'runner' })
    })

    test.each(tasks)('hands over the task word for word: %j', async (task) => {
      await using runner = await start('echoes')
      const chunks: string[] = []
      const onOutput = (chunk: string): void => void chunks.push(chunk)
      const result = await runner.run(sampleTask(task), { signal: new AbortController().signal, onOutput })
      expect(result.text).toContain(task)
      // Some trim the answer; nothing is streamed that the answer has not.
      expect(chunks.join('')).toContain(result.text.trim())
      expectWellFormed(result)
    })

    test('keeps runs at the same time apart', async () => {
      await using runner = await start('echoes')
      const { signal } = new AbortController()
      const names = ['first', 'second', 'third'].map((word) => `${word} of several`)
      const results = await Promise.all(names.map((task) => runner.run(sampleTask(task), { signal })))
      for (const [index, { text }] of results.entries())
        expect(names.filter((name) => text.includes(name))).toEqual([names[index]])
    })

    test('talks only to the hosts that it was granted', async () => {
      await using runner = await start('echoes')
      await runner.run(sampleTask('a task'), { signal: new AbortController().signal })
      expect(runner.refused).toEqual([])
    })

    test.each(endings)('amid a run that would never end, stops when $name', async ({ reason }) => {
      await using runner = await start('hangs')
      let output = ''
      const onOutput = (chunk: string): void => void (output += chunk)
      const ask = (signal: AbortSignal): Promise<unknown> => runner.run(sampleTask('wait'), { signal, onOutput })
      await expectStop(ask, { begun: () => options.begun(output), reason: reason() })
      await expect.poll(() => options.settled?.() ?? true).toBe(true)
    })

    test('begins nothing when it is aborted already', async () => {
      await using runner = await start('echoes')
      const run = runner.run(sampleTask('a task'), { signal: AbortSignal.abort(new Error('too late')) })
      await expect(run).rejects.toThrow('too late')
    })

    test('says with a code what went wrong, whether to try again, and no secret', async () => {
      await using runner = await start('fails')
      const { signal } = new AbortController()
      const error = await failureOf(runner.run(sampleTask('a task'), { signal }))
      expect(error).toBeInstanceOf(Error)
      expectCoded(error, { what: 'run', secrets: Object.values(options.secrets ?? {}) })
    })
  })
}

// What a careless template, shell, formatter or protocol would change.
const tasks: readonly string[] = [
  'Summarise the tides',
  '{task} {{prompt}} ${HOME} $HOME $(id) `id` %s %1$s $& $1 <task> {context}',
  'Zeile 1\nZeile 2 "quoted" \\n back\\slash — ünï 🤗\n\ndata: [DONE]\n',
  '--help',
]

function sampleTask(task: string): RunnerTask {
  const agent = { id: 'tide-writer', name: 'Tide Writer', prompt: 'You write about tides. {task} stays {task}.' }
  const request = `Spring tides come at new and full moon.\n\n${task}`
  const run = { id: 'exec-2026-01-02-001', chain: [agent.id] }
  return { agent, task, request, prompt: `${agent.prompt}\n\n${request}`, directory: process.cwd(), run }
}

function expectWellFormed({ status = 'success', tokens_in: tokensIn, tokens_out: tokensOut, ...rest }: RunnerResult) {
  expect(['success', 'partial']).toContain(status)
  const counts = [tokensIn, tokensOut].filter((count) => count !== undefined)
  expect(counts.filter((count) => !Number.isSafeInteger(count) || count < 0)).toEqual([])
  for (const { path } of rest.outputs ?? []) expect(path).not.toMatch(/^\/|\.\./)
}
