import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Embedder } from '@datacortex/embeddings'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { buildProgram } from '../program.ts'

const notes = fileURLToPath(new URL('../../sample/notes', import.meta.url))

test('commands ask the model that is lent to them, and give it back', async () => {
  const { paths } = await commandSpace({ agents: { 'tide-teller': {} } })
  await cp(notes, paths.root, { recursive: true })
  const told = { opened: 0, closed: 0, texts: [] as string[] }
  const openModel = async (): Promise<Embedder> => {
    told.opened += 1
    return await Promise.resolve({
      modelId: 'lengths@1',
      dimensions: 2,
      embed: async (texts) => {
        told.texts.push(...texts)
        return await Promise.resolve(texts.map(({ length }) => new Float32Array([Math.cos(length), Math.sin(length)])))
      },
      [Symbol.asyncDispose]: async () => await Promise.resolve(void (told.closed += 1)),
    })
  }
  const run = async (...argv: readonly string[]): Promise<void> => {
    const { signal } = new AbortController()
    const program = buildProgram({ signal, setExitCode: () => {}, onResult: () => {}, openModel })
    await program.parseAsync([...argv, '--json', '--root', paths.root], { from: 'user' })
  }
  const asked = async (text: string, ...argv: readonly string[]): Promise<void> => {
    const before = told.opened
    await run(...argv, text)
    expect([argv[0], told.texts.some((one) => one.includes(text))]).toEqual([argv[0], true])
    expect(told.opened).toBeGreaterThan(before)
    expect(told.closed).toBe(told.opened)
  }
  await run('index')
  await asked('a full moon', 'search')
  await asked('a low tide', 'agent', 'find')
  await asked('a spring tide', 'agent', 'context', 'tide-teller')
  await asked('a neap tide', 'route')
  await asked('the tide turned', 'embed', '--type=session-memory', '--text')
})
