import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { runDatacortex } from './one-process.ts'
import { type Run, startProgram } from './run-datacortex.ts'

/**
 * Runs a script of bash in which `datacortex`, and `pnpm datacortex`, are run as `one-process.ts` runs them: what a
 * person pastes into a shell is dozens of commands.
 *
 * @param script - Its text.
 * @param options - A folder of the test's own, and what the script and its commands find in their environment.
 */
export async function runScript(
  script: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Run> {
  const args = ['-c', `${command}${script}`]
  const { child, ended } = startProgram('bash', { cwd, args, env: { ...env, ASKED: cwd }, pipes: 2 })
  const [, , , asks, answers] = child.stdio
  if (!(asks instanceof Readable) || !(answers instanceof Writable)) throw new Error('These are its pipes.')
  let words = ''
  try {
    for await (const piece of asks.setEncoding('utf8')) {
      words += String(piece)
      const [amount = '1', directory = cwd, ...given] = words.split('\0').slice(0, -1)
      if (given.length < Number(amount)) continue
      words = ''
      const input = await readFile(join(cwd, 'stdin'))
      const run = await runDatacortex(given, { cwd: directory, env, input })
      await Promise.all((['stdout', 'stderr'] as const).map((name) => writeFile(join(cwd, name), run[name])))
      answers.write(`${run.status}\n`)
    }
  } finally {
    // Without an answer a script that waits for one goes on, as after a failure.
    answers.end()
  }
  return await ended
}

/** Its words go out, its status comes back, and its streams lie in files. */
const command = `datacortex() {
  local status
  cat > "$ASKED/stdin"
  printf '%s\\0' "$#" "$PWD" "$@" >&3
  read -r status <&4
  cat "$ASKED/stdout"
  cat "$ASKED/stderr" >&2
  return "$status"
}
pnpm() { shift; datacortex "$@"; }
`
