import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startProgram } from './run-datacortex.ts'
import { makeFolder } from './temporary-folder.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

let [cwd, place] = ['', '']

// What npm would install, from the files that would be published. It is most of the work, so it is done once.
beforeAll(async () => {
  cwd = await makeFolder()
  place = join(cwd, 'installed')
  const args = ['--filter', 'datacortex', 'deploy', '--legacy', '--prod', '--offline', '--ignore-scripts', place]
  const deployed = await startProgram('pnpm', {
    args: ['--dir', repository, ...args],
    cwd,
    // The store is the person's own, not that of the test.
    env: { HOME: process.env['HOME'] ?? '', CI: 'true' },
  }).ended
  if (deployed.status !== 0) throw new Error(deployed.stdout + deployed.stderr)
})

afterAll(async () => await rm(cwd, { recursive: true, force: true, maxRetries: 5 }))

test('installed as a package, far from the repository, the command brings its modules', async () => {
  const run = async (...command: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await startProgram(process.execPath, {
      args: [join(place, 'bin/datacortex.js'), ...command],
      cwd,
    }).ended
    expect(status, stderr).toBe(0)
    return stdout
  }
  await run('init', 'desk')
  expect(await run('module', 'list', '--root', 'desk')).toMatch(/^agent-url-fetcher +\S+ +bundled/m)
  expect(await run('source', 'list', '--root', 'desk')).toContain('wikipedia')
  await writeFile(join(cwd, 'tides.html'), page)
  expect(await run('ingest', 'tides.html', '--root', 'desk')).toContain('0-personal/3-knowledge/literature/')
})

test('so does its server: the agents of its modules have cards', async () => {
  await mkdir(join(cwd, 'served/.datacore/registry'), { recursive: true })
  await writeFile(join(cwd, 'served/.datacore/registry/agents.yaml'), 'version: 2.0.0\nagents: {}\n')
  const server = startProgram(process.execPath, {
    args: [join(place, 'bin/datacortex.js'), 'serve', '--root', 'served', '--port', '0', '--public-cards', '--json'],
    cwd,
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const url = await new Promise<string>((resolve, reject) => {
    server.child.stdout?.once('data', (line: string) => resolve((JSON.parse(line) as { url: string }).url))
    void server.ended.then(({ stderr }) => reject(new Error(stderr)))
  })
  const card = await fetch(new URL('agents/url-fetcher/.well-known/agent-card.json', url))
  expect(await card.json()).toMatchObject({ name: expect.stringMatching(/./), skills: [{}] })
  server.child.kill('SIGTERM')
  expect((await server.ended).status).toBe(0)
})

const sentence = 'Spring tides follow the new and the full moon, when sun and moon pull along one line. '
const page = `<!doctype html><title>Tides</title><article><h1>Tides</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(3)}</article>`
