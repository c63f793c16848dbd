import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startProgram } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

test('installed as a package, far from the repository, the command brings its modules', async () => {
  const cwd = await temporaryFolder()
  const place = join(cwd, 'installed')
  // What npm would install, from the files that would be published.
  const args = ['--filter', 'datacortex', 'deploy', '--legacy', '--prod', '--offline', '--ignore-scripts', place]
  const deployed = await startProgram('pnpm', {
    args: ['--dir', repository, ...args],
    cwd,
    // The store is the person's own, not that of the test.
    env: { HOME: process.env['HOME'] ?? '', CI: 'true' },
  }).ended
  expect(deployed, deployed.stdout + deployed.stderr).toMatchObject({ status: 0 })
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

const sentence = 'Spring tides follow the new and the full moon, when sun and moon pull along one line. '
const page = `<!doctype html><title>Tides</title><article><h1>Tides</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(3)}</article>`
