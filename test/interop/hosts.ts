import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Host, hosts } from './host-programs.ts'
import { datacortexIn, outputOf, runProgram } from './processes.ts'

// Run by hand: `pnpm build && node test/interop/hosts.ts [folder]`. The folder keeps the installations for the next time.
const [installation] = process.argv.slice(2)
const folder = await realpath(await mkdtemp(join(tmpdir(), 'datacortex-hosts-')))
const agents = {
  '.claude/agents/cook.md': '---\nname: cook\ndescription: Cooks after recipes.\ntools: Read, Bash\n---\n\nYou cook.\n',
  '.opencode/agents/guard.md':
    '---\ndescription: Guards the doors.\nmode: subagent\npermission:\n  edit: deny\n  bash:\n    "*": ask\n---\n\nYou guard.\n',
  '.codex/agents/mason.toml': `name = "mason"\ndescription = "Builds walls."\ndeveloper_instructions = '''\nYou build.\n'''\n`,
  '.claude/skills/sew-well/SKILL.md':
    '---\nname: sew-well\ndescription: Sews clothes: by hand or machine.\n---\n\nYou sew.\n',
}
type Outcome = 'passed' | 'failed' | 'missing'
const lines: (readonly [Outcome, string, string])[] = []
try {
  const root = join(folder, 'space')
  const datacortex = datacortexIn(root)
  await mkdir(root)
  await datacortex.run(['init'])
  for (const [path, text] of Object.entries(agents)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await datacortex.run(['import', root])
  for (const host of hosts) lines.push(...(await outcomesOf(host)))
  for (const [outcome, what, reason] of lines) console.log(`${outcome.padEnd(8)} ${what.padEnd(44)} ${reason}`)
  const count = (wanted: Outcome): number => lines.filter(([outcome]) => outcome === wanted).length
  console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('missing')} missing`)
  process.exitCode = count('failed') === 0 ? 0 : 1

  async function outcomesOf(host: Host): Promise<typeof lines> {
    if ('missing' in host) return [['missing', host.name, host.missing]]
    const project = join(folder, `project-${host.name}`)
    const home = join(folder, `home-${host.name}`)
    await Promise.all([project, home].map(async (path) => await mkdir(path, { recursive: true })))
    const program = await installed(host).catch((error: unknown) => String(error))
    if (typeof program === 'string') return [['missing', host.name, program.split('\n')[0] ?? '']]
    for (const args of host.exports) await datacortex.run(['export', ...args, '--out', project])
    for (const [path, text] of Object.entries(host.files?.(project) ?? {})) {
      await mkdir(dirname(join(home, path)), { recursive: true })
      await writeFile(join(home, path), text)
    }
    const found: (typeof lines)[number][] = []
    for (const { args, shows, hides } of host.checks(project)) {
      const { status, text } = await outputOf([...program, ...args], { cwd: project, env: { HOME: home, ...host.env } })
      const lost = shows.filter((one) => !text.includes(one))
      const refused = hides?.exec(text)?.[0]
      const reason =
        status !== 0
          ? `status ${status}: ${text.slice(-200)}`
          : lost.length > 0
            ? `not shown: ${lost.join(', ')}`
            : refused
      found.push([
        reason === undefined ? 'passed' : 'failed',
        `${host.name} ${args.join(' ')}`,
        reason ?? `shows ${shows.join(', ')}`,
      ])
    }
    return found
  }

  /** How the program is started, installed beside the others if it is not there yet. */
  async function installed({
    name,
    packages,
    version,
    bin,
  }: Extract<Host, { bin: string }>): Promise<readonly string[]> {
    const place = join(installation ?? join(folder, 'programs'), name)
    await mkdir(place, { recursive: true })
    const flags = ['--no-audit', '--no-fund', '--no-save', '--prefix', place]
    await runProgram(['npm', 'install', ...flags, `${packages}@${version}`], place)
    return [join(place, 'node_modules/.bin', bin)]
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
