import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDatacortex, startProgram } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

// Bash warns of a locale that the machine does not have.
const plain = { LC_ALL: 'C' }

test('bash completes commands, sub-commands, options and files', async () => {
  const cwd = await temporaryFolder()
  const { status, stdout } = await runDatacortex(['completion', 'bash'], { cwd })
  expect(status).toBe(0)
  await writeFile(join(cwd, 'completion.bash'), stdout)
  expect(
    spawnSync('bash', ['-n', 'completion.bash'], { cwd, encoding: 'utf8', env: { ...process.env, ...plain } }),
  ).toMatchObject({
    status: 0,
    stderr: '',
  })
  const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
    const script =
      'source completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _datacortex; printf "%s\\n" "${COMPREPLY[@]}"'
    const run = await startProgram('bash', { cwd, args: ['-c', script, 'bash', 'datacortex', ...words], env: plain })
      .ended
    expect(run).toMatchObject({ status: 0, stderr: '' })
    return run.stdout.trimEnd().split('\n').toSorted()
  }
  expect(await complete('a')).toEqual(['agent'])
  expect(await complete('agent', '')).toEqual(expect.arrayContaining(['find', 'import', 'list', 'show']))
  expect(await complete('agent', 'find', '--m')).toEqual(['--min-score'])
  expect(await complete('module', 'i')).toEqual(['install'])
  expect(await complete('agent', 'find', 'some', '--t')).toEqual(['--tag', '--top'])
  // Files are offered by the shell itself, which knows how to write their names.
  expect(await complete('agent', 'import', 'no')).toEqual([''])
  expect(stdout).toContain('complete -o default -F _datacortex datacortex')
})

test.each(['zsh', 'fish'])('the script for %s names every command', async (shell) => {
  const { status, stdout } = await runDatacortex(['completion', shell], { cwd: await temporaryFolder() })
  expect(status).toBe(0)
  for (const word of ['agent', 'find', 'module', 'install', 'min-score', 'dry-run', 'doctor']) {
    expect(stdout).toContain(word)
  }
})

for (const [shell, check] of [
  ['zsh', '-n'],
  ['fish', '--no-execute'],
] as const) {
  test(`${shell} finds no mistake in its script`, async ({ skip }) => {
    if (spawnSync(shell, ['--version']).status !== 0) skip(`${shell} is not installed`)
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'script'), (await runDatacortex(['completion', shell], { cwd })).stdout)
    expect(spawnSync(shell, [check, 'script'], { cwd, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })
}
