import type { Plugin, SubAgentInput } from '@datacortex/plugin'
import { CodedError } from '@datacortex/errors'
import { describe, expect, test } from 'vitest'
import { codePattern, expectCoded, failureOf } from './expect-coded.ts'
import { expectExtraction } from './expect-extraction.ts'
import type { StartOptions } from './prepare-plugin.ts'
import { type Started, startPlugin } from './start-plugin.ts'

/** An input, or a function that makes it, for what is served or written first. */
export type SampleInput = SubAgentInput | (() => SubAgentInput | Promise<SubAgentInput>)

/** Where a sub-agent lies, what it is started with, and inputs of three sorts. */
export type SubAgentSuiteOptions = StartOptions & {
  /** Inputs that it reads; each media type of its manifest is among them. */
  readonly inputs: readonly SampleInput[]
  /** Inputs that it doesn't accept, beside those of the suite. */
  readonly refused?: readonly SampleInput[] | undefined
  /** Inputs that it accepts by their type and can't read. */
  readonly broken: readonly SampleInput[]
}

/**
 * The suite that every plugin of the kind `sub-agent` passes: it accepts what its manifest names, gives clean text
 * with blocks in order, the same for the same input, stops when it is aborted, says with a code what it can't read, and talks to no
 * host that it was not granted.
 * @example testSubAgentPlugin(plugin, { directory, inputs: [pdf], refused: [zip], broken: [truncatedPdf] })
 */
export function testSubAgentPlugin<Config>(plugin: Plugin<'sub-agent', Config>, options: SubAgentSuiteOptions): void {
  const inputs = options.inputs.map((input, index) => ({ input, number: index + 1 }))
  const broken = options.broken.map((input, index) => ({ input, number: index + 1 }))
  const start = (): Promise<Started<'sub-agent'>> => startPlugin(plugin, options)

  describe('a plugin of the kind sub-agent', () => {
    test('has the name of its manifest', async () => {
      await using subAgent = await start()
      expect(plugin).toMatchObject({ name: subAgent.manifest.name, kind: 'sub-agent' })
    })

    test('accepts the media types of its manifest, all of them, and no others', async () => {
      await using subAgent = await start()
      const samples = await Promise.all(options.inputs.map(made))
      const named = Object.values(subAgent.manifest.provides.subagents).flatMap(({ accepts }) => accepts)
      expect([...new Set(samples.map(({ contentType }) => contentType))].toSorted()).toEqual(
        [...new Set(named)].toSorted(),
      )
      expect(samples.filter((sample) => !subAgent.accepts(sample)).map(({ name }) => name)).toEqual([])
      const others = await Promise.all([...foreign, ...(options.refused ?? [])].map(made))
      expect(others.filter((sample) => subAgent.accepts(sample)).map(({ name }) => name)).toEqual([])
    })

    test.each(inputs)('gives clean text with blocks in order for input $number, twice the same', async ({ input }) => {
      const sample = await made(input)
      const before = sample.bytes.slice()
      await using subAgent = await start()
      const { signal } = new AbortController()
      const first = await subAgent.extract(sample, { signal })
      expectExtraction(first, { name: plugin.name })
      expect(await subAgent.extract(sample, { signal })).toEqual(first)
      await using another = await start()
      expect(await another.extract(sample, { signal })).toEqual(first)
      expect(sample.bytes, 'the input is left as it is').toEqual(before)
      expect([...subAgent.refused, ...another.refused], 'hosts that were not granted').toEqual([])
    })

    test.each(inputs)('ends with input $number when it is aborted, before and amid', async ({ input }) => {
      const sample = await made(input)
      await using subAgent = await start()
      const aborted = AbortSignal.abort(new Error('too late'))
      await expect(subAgent.extract(sample, { signal: aborted })).rejects.toThrow('too late')
      const controller = new AbortController()
      const ended = Promise.allSettled([subAgent.extract(sample, { signal: controller.signal })])
      controller.abort(new Error('given up'))
      expect(await ended).toHaveLength(1)
    })

    test.each(broken)('says with a code why it cannot read broken input $number', async ({ input }) => {
      const sample = await made(input)
      await using subAgent = await start()
      expect(subAgent.accepts(sample), `${sample.name} is accepted`).toBe(true)
      const { signal } = new AbortController()
      const error = await failureOf(subAgent.extract(sample, { signal }))
      expectCoded(error, { what: sample.name, secrets: Object.values(options.secrets ?? {}) })
    })

    test('has no empty success: inputs whose bytes are gone are told with a code', async () => {
      await using subAgent = await start()
      for (const input of options.inputs) {
        const { contentType, name, bytes } = await made(input)
        const sample = { contentType, name, bytes: new Uint8Array() }
        if (bytes.length === 0) continue
        const read = await subAgent
          .extract(sample, { signal: new AbortController().signal })
          .catch((error) => (CodedError.is(error) ? error.code : String(error)))
        expect(read, `${name} without its bytes`).toMatch(codePattern)
      }
    })
  })
}

/** Nobody reads these. */
const foreign: readonly SubAgentInput[] = [
  { contentType: 'application/x-unheard-of', name: 'a.unheard-of', bytes: new Uint8Array([0, 1, 2, 3]) },
  { contentType: 'application/x-executable', name: 'a.exe', bytes: new Uint8Array([0x7f, 0x45, 0x4c, 0x46]) },
  { contentType: '', name: '', bytes: new Uint8Array() },
]

async function made(input: SampleInput): Promise<SubAgentInput> {
  return typeof input === 'function' ? await input() : input
}
