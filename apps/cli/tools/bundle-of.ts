import { type InputOptions, type OutputOptions, type RolldownOutput, rolldown } from 'rolldown'

/** What the bundler makes of our code; what it warns of is an error. */
export async function bundleOf(input: InputOptions, output: OutputOptions): Promise<RolldownOutput['output']> {
  const build = await rolldown({
    platform: 'node',
    // Its main file requires others by names that only exist at run time; no bundler can follow those.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    onLog: (level, { message, code }) => {
      if (level === 'warn' && code !== 'EVAL') throw new Error(message)
    },
    ...input,
  })
  const comments = { legal: true, annotation: false, jsdoc: false }
  return (await build.generate({ format: 'esm', comments, ...output })).output
}
