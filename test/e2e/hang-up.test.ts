import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runJson } from './one-process.ts'
import { startDatacortex } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

// Its shell passes a hang-up over, as anything that a tool starts may.
const script = "trap '' HUP\necho $$ > group\nwhile :; do echo on >> written; sleep 0.1; done\n"

test.skipIf(process.platform === 'win32')(
  'when the terminal hangs up a run ends, with all that its runner started, and is logged',
  async () => {
    const cwd = await temporaryFolder()
    await runJson(['init'], { cwd })
    await writeFile(join(cwd, 'writer.md'), '---\nname: writer\ndescription: Writes texts.\n---\nYou write.\n')
    await runJson(['agent', 'import', 'writer.md'], { cwd })
    await writeFile(join(cwd, 'loop.sh'), script)
    const runners = { default: 'loop', loop: { plugin: 'runner-command', command: ['sh', 'loop.sh'] } }
    await writeFile(join(cwd, '.datacore/settings.yaml'), JSON.stringify({ runners }))
    await runJson(['trust', 'approve', '--yes'], { cwd })
    const run = ['agent', 'run', 'writer', 'Explain tides', '--execution-id', 'exec-1']
    const { child, ended } = startDatacortex(run, { cwd })
    await expect.poll(() => readFile(join(cwd, 'written'), 'utf8').catch(() => '')).toContain('on')
    const group = Number(await readFile(join(cwd, 'group'), 'utf8'))
    expect(isThere(group)).toBe(true)
    // Nobody reads any more either.
    child.stdout?.destroy()
    child.stderr?.destroy()
    child.kill('SIGHUP')
    expect(await ended).toMatchObject({ status: 129, signal: null })
    const size = await writtenSize(cwd)
    // Anyone who adopts what was killed may take a moment to clear it away.
    await expect.poll(() => isThere(group)).toBe(false)
    expect(await writtenSize(cwd)).toBe(size)
    expect(await runJson(['log', 'show', 'exec-1'], { cwd })).toMatchObject({ executions: [{ status: 'aborted' }] })
    expect(await runJson(['doctor'], { cwd })).toMatchObject({ ok: true })
  },
)

async function writtenSize(cwd: string): Promise<number> {
  return (await stat(join(cwd, 'written'))).size
}

function isThere(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}
