import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Embedder } from '@datacortex/embeddings'
import { openNoteIndex } from '@datacortex/memory'
import { expect, test, vi } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { buildProgram } from '../program.ts'

const notes = fileURLToPath(new URL('../../sample/notes', import.meta.url))

test('commands ask the model and search the index that are lent to them, and give them back', async () => {
  const { paths } = await commandSpace({ agents: { 'tide-teller': {} } })
  await cp(notes, paths.root, { recursive: true })
  const told = { opened: 0, closed: 0, texts: [] as string[], indexes: 0 }
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
  const openIndex: typeof openNoteIndex = async (...asked) => {
    const index = await openNoteIndex(...asked)
    told.indexes += 1
    return {
      ...index,
      [Symbol.asyncDispose]: async () => {
        told.indexes -= 1
        await index[Symbol.asyncDispose]()
      },
    }
  }
  const opening = vi.fn<typeof openNoteIndex>(openIndex)
  const run = async (...argv: readonly string[]): Promise<void> => {
    const { signal } = new AbortController()
    const program = buildProgram({ signal, setExitCode: () => {}, onResult: () => {}, openModel, openIndex: opening })
    await program.parseAsync([...argv, '--json', '--root', paths.root], { from: 'user' })
  }
  const asked = async (text: string, ...argv: readonly string[]): Promise<void> => {
    const before = told.opened
    await run(...argv, text)
    expect([argv[0], told.texts.some((one) => one.includes(text))]).toEqual([argv[0], true])
    expect(told.opened).toBeGreaterThan(before)
    expect([told.closed, told.indexes]).toEqual([told.opened, 0])
  }
  await run('index')
  await asked('a full moon', 'search')
  expect(opening).toHaveBeenCalledTimes(1)
  await asked('a low tide', 'agent', 'find')
  await asked('a spring tide', 'agent', 'context', 'tide-teller')
  expect(opening).toHaveBeenCalledTimes(2)
  await asked('a neap tide', 'route')
  await asked('the tide turned', 'embed', '--type=session-memory', '--text')
})
