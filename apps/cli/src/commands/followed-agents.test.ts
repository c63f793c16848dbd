import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { agentSync } from './agent-sync.ts'
import { serve } from './serve.ts'

/** A space that follows a folder in which one agent is left of two. */
async function following() {
  const { paths, context } = await commandSpace()
  const crew = join(paths.root, 'crew')
  await mkdir(crew)
  const put = async (name: string): Promise<void> =>
    await writeFile(join(crew, `${name}.md`), `---\nname: ${name}\ndescription: Does ${name}\n---\nPrompt.\n`)
  await put('baker')
  await put('diver')
  const file = join(paths.datacore, 'registry/roots.json')
  await writeFile(file, JSON.stringify({ roots: [{ path: 'crew' }] }))
  await agentSync(context, {})
  await rm(join(crew, 'diver.md'))
  const registered = async (): Promise<string> => await readFile(paths.agentsFile, 'utf8')
  return { context, put, registered }
}

/** A terminal at which somebody answers as soon as they are asked. */
function answering(answer: string): void {
  const { stdin, stderr } = process
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  const asked: string[] = []
  const write = stderr.write.bind(stderr)
  stderr.write = (text: string | Uint8Array) => {
    asked.push(String(text))
    if (asked.join('').includes('(y/N) ')) terminal.end(`${answer}\n`)
    return true
  }
  Object.defineProperty(process, 'stdin', { value: terminal, configurable: true })
  onTestFinished(() => {
    stderr.write = write
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
    expect(asked.join('')).toMatch(/gone {7}diver .*diver\.md\nTake 1 agent out whose file is gone\? \(y\/N\) /)
  })
}

test('at a terminal --prune shows what is gone and asks; without a yes it is only marked', async () => {
  const { context, registered } = await following()
  answering('no')
  const { exitCode, lines } = await agentSync({ ...context, json: false }, { prune: true })
  expect(exitCode).toBe(1)
  expect(lines.at(-1)).toBe('not pruned; they are only marked')
  expect(await registered()).toContain('diver')
})

test('after a yes they are taken out', async () => {
  const { context, registered } = await following()
  answering('y')
  const { exitCode, lines, data } = await agentSync({ ...context, json: false }, { prune: true })
  expect([exitCode, data]).toMatchObject([undefined, { pruned: ['diver'] }])
  expect(lines).toContain('pruned     1 agent')
  expect(await registered()).not.toContain('diver')
})

test('where nobody can be asked --prune takes nothing out', async () => {
  const { context, registered } = await following()
  await expect(agentSync(context, { prune: true })).rejects.toMatchObject({ code: 'CLI_ANSWER_NEEDED' })
  expect(await registered()).toContain('diver')
})

test('serve --watch takes in what changed while nobody asks', async () => {
  const { context, put, registered } = await following()
  const stop = new AbortController()
  const serving = serve({ ...context, signal: stop.signal }, { port: 0, watch: true })
  await serving.next()
  await put('miller')
  await expect.poll(registered).toContain('miller')
  stop.abort()
  expect(await serving.next()).toMatchObject({ done: true })
})
