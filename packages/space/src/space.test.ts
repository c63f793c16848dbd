import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import type { ProgressEvent } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { workSpace } from './__fixtures__/work-space.ts'
import { operations } from './operations.ts'
import { type OpenSpaceOptions, type Space, openSpace } from './space.ts'
import type { OpenModel } from './work.ts'

const agents = { writer: { description: 'Writes about tides' }, painter: { description: 'Paints walls' } }

/** A space with a model that is held, counted, and tells its texts apart by their lengths. */
async function opened(options: OpenSpaceOptions = {}) {
  const { paths } = await workSpace({ agents })
  await mkdir(join(paths.root, 'notes'))
  await writeFile(join(paths.root, 'notes/tides.md'), '# Tides\n\nThey turn.\n')
  const seen = { opened: 0, closed: 0 }
  const openModel: OpenModel = async () => {
    seen.opened += 1
    return await Promise.resolve<Embedder>({
      modelId: 'lengths@1',
      dimensions: 2,
      embed: async (texts) =>
        await Promise.resolve(texts.map(({ length }) => new Float32Array([Math.cos(length), Math.sin(length)]))),
      [Symbol.asyncDispose]: async () => await Promise.resolve(void (seen.closed += 1)),
    })
  }
  const space = await openSpace(paths.root, { isTrusted: true, openModel, ...options })
  onTestFinished(async () => await space[Symbol.asyncDispose]())
  return { space, seen, paths }
}

async function found(space: Space, task: string): Promise<readonly string[]> {
  return (await space.find({ task, min_score: 0 })).results.map(({ id }) => id)
}

test('opening opens nothing; a hundred operations open each part once, and closing closes all of it', async () => {
  const { space, seen } = await opened()
  expect(seen).toEqual({ opened: 0, closed: 0 })
  await space.index({})
  await found(space, 'tides')
  const before = seen.opened - seen.closed
  for (let round = 0; round < 50; round += 1) {
    await found(space, `tides ${'x'.repeat(round)}`)
    await space.search({ query: `tide ${round}` })
  }
  // Each opening asks which model it is; only one is kept.
  expect(seen.opened - seen.closed).toBe(before)
  expect(before).toBe(1)
  await space[Symbol.asyncDispose]()
  expect(seen.closed).toBe(seen.opened)
  await expect(found(space, 'tides')).rejects.toThrow('The space is closed.')
})

test('two spaces in one process do not meet', async () => {
  const [one, other] = [await opened(), await opened()]
  await other.space.agents.remove({ ids: ['painter'], yes: true })
  expect(await found(one.space, 'walls')).toContain('painter')
  expect(await found(other.space, 'walls')).not.toContain('painter')
  await one.space[Symbol.asyncDispose]()
  expect(await found(other.space, 'tides')).toEqual(['writer'])
})

test('an operation that is followed tells how far it is and then answers; anyone who leaves stops it', async () => {
  const { space, paths } = await opened()
  for (let note = 0; note < 20; note += 1) await writeFile(join(paths.root, `notes/${note}.md`), `Tide ${note}\n`)
  const types = new Set<string>()
  for await (const event of space.index({})) types.add(event.type)
  expect([...types]).toEqual(['progress', 'result'])
  let stopped: unknown
  const watching = space.call('index.watch', {})
  for await (const event of watching) if (event.type === 'news') break
  await Promise.resolve(watching).catch((error: unknown) => (stopped = error))
  expect(stopped).toMatchObject({ name: 'AbortError' })
})

test('progress is told to the one who opened the space and to the one who called', async () => {
  const [all, own]: ProgressEvent[][] = [[], []]
  const { space } = await opened({ onProgress: (event) => void all?.push(event) })
  await space.index({}, { onProgress: (event) => void own?.push(event) })
  expect(own?.length).toBeGreaterThan(0)
  expect(all).toEqual(own)
})

test('a signal of the space or of the call stops it', async () => {
  const whole = new AbortController()
  const { space } = await opened({ signal: whole.signal })
  const call = AbortSignal.abort(new Error('not now'))
  await expect(Promise.resolve(space.index({}, { signal: call }))).rejects.toThrow('not now')
  whole.abort(new Error('never again'))
  await expect(Promise.resolve(space.index({}))).rejects.toThrow('never again')
})

test('what is asked is checked, also what no type allows', async () => {
  const { space } = await opened()
  await expect(Promise.resolve(space.call('find', { task: 'x', colour: 'red' }))).rejects.toMatchObject({
    code: 'SPACE_INPUT_INVALID',
    message: expect.stringContaining('colour'),
  })
  await expect(Promise.resolve(space.call('notes.read', {}))).rejects.toMatchObject({ code: 'SPACE_INPUT_INVALID' })
})

test('a client does what it has the right to, and nothing else of the table', async () => {
  const { space } = await opened()
  const client = space.as({ kind: 'client', rights: ['find'] })
  expect(await found(client, 'tides')).toContain('writer')
  for (const [name, { right }] of Object.entries(operations)) {
    if (right === 'find') continue
    const refusal =
      right === 'discover' ? { code: 'SPACE_DISCOVERY_REFUSED' } : { code: 'SPACE_RIGHT_MISSING', details: { right } }
    const call = Promise.resolve(client.call(name as keyof typeof operations, {}))
    await expect(call, name).rejects.toMatchObject(refusal)
  }
})

test('the night may do all but decide, and asks nobody', async () => {
  const asked: string[] = []
  const confirm = async (question: string) => await Promise.resolve(asked.push(question) > 0)
  const mayRun = async () => await Promise.resolve(true)
  const { space: night, paths } = await opened({ caller: { kind: 'night' }, ask: { confirm, mayRun } })
  const names = Array.from({ length: 8 }, (_, index) => join(paths.root, `notes/${index}.md`))
  for (const name of names) await writeFile(name, `# ${name}\n`)
  expect(await night.index({})).toMatchObject({ added: 9 })
  for (const name of names) await rm(name)
  await expect(Promise.resolve(night.index({}))).rejects.toMatchObject({ code: 'CLI_ANSWER_NEEDED' })
  await expect(Promise.resolve(night.agents.remove({ ids: ['writer'] }))).rejects.toMatchObject({
    code: 'SPACE_RIGHT_MISSING',
  })
  const { id } = await night.remember({ text: 'The tide turns twice a day on this coast.' })
  await expect(Promise.resolve(night.memory.confirm({ id: id ?? '' }))).rejects.toMatchObject({
    code: 'SPACE_RIGHT_MISSING',
  })
  expect(asked).toEqual([])
  expect(await found(night, 'tides')).toContain('writer')
})

test('an operation that is named twice, or by a tool of another one, is none', () => {
  const tools = Object.values(operations).map(({ tool }) => tool)
  expect(new Set(tools).size).toBe(tools.length)
  for (const name of Object.keys(operations)) expect(name).toMatch(/^[a-z]+(?:\.[a-z]+)?$/)
})
