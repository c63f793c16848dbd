import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'

/** An empty space in a folder of its own, with a folder beside it for what is to be installed. */
export type TemporarySpace = AsyncDisposable & {
  readonly paths: SpacePaths
  /** Beside the space. */
  readonly elsewhere: string
  /** Stands for the user's own settings. */
  readonly userDirectory: string
}

export async function temporarySpace(): Promise<TemporarySpace> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'modules-test-')))
  const paths = ownPaths(spacePaths(join(base, 'space')))
  const elsewhere = join(base, 'elsewhere')
  await mkdir(paths.datacore, { recursive: true })
  await mkdir(elsewhere)
  return {
    paths,
    elsewhere,
    userDirectory: join(base, 'user'),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  }
}

export type FilesOnDisk = Readonly<Record<string, string | Uint8Array>>

/** Writes files below a folder and gives the folder. */
export async function writeFiles(directory: string, files: FilesOnDisk): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true })
    await writeFile(join(directory, path), content)
  }
  return directory
}

/** Every file below a folder with its text, without locks, which are no state. */
export async function snapshot(directory: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const kept = files.filter((file) => !file.includes(join('state', 'locks'))).sort()
  const pairs = kept.map(async (file) => [file.slice(directory.length + 1), await readFile(file, 'utf8')] as const)
  return Object.fromEntries(await Promise.all(pairs))
}

/** A module of two agents and a source. */
export const campaigns: FilesOnDisk = {
  'module.yaml': `manifest_version: 2
name: datacore-campaigns
version: 1.2.0
description: Plans campaigns and reports on them
license: MIT
provides:
  agents:
    campaign-planner:
      name: Campaign Planner
      description: Plans a campaign from goal to calendar
      source: agents/planner.md
      triggers: {tags: [":AI:campaign:"]}
      skills:
        - {id: planning, name: Planning, description: Plans, tags: [campaign]}
    campaign-reporter: {}
  sources:
    mailing-stats: {type: api, tool: mailing_stats, layers: [research], content_type: structured_data}
permissions:
  network: [api.mailing.example]
  writes: ["1-*/campaigns/"]
`,
  'agents/planner.md': '# Planner\n\nYou plan campaigns.\n',
  'agents/campaign-reporter.md': `---
name: campaign-reporter
description: Reports how a campaign went. Use when the user asks "how did the spring mailing do?"
model: haiku
---
You report.
`,
}

/** A module whose code writes what its hook is told into its data folder. */
export const journal: FilesOnDisk = {
  'module.yaml': `manifest_version: 2
name: hook-journal
version: 1.0.0
description: Keeps a journal
provides: {hooks: [module_installed]}
`,
  'package.json': JSON.stringify({ name: 'hook-journal', type: 'module', exports: { '.': './index.js' } }),
  'index.js': `import { appendFileSync } from 'node:fs'
import { definePlugin } from '@datacortex/plugin'
import { line } from './line.js'
export const plugin = definePlugin({
  name: 'hook-journal',
  kind: 'hooks',
  setup: ({ dataDir }) => ({
    module_installed: (payload) => appendFileSync(dataDir + '/journal', line(payload)),
    [Symbol.asyncDispose]: async () => appendFileSync(dataDir + '/journal', 'closed\\n'),
  }),
})
`,
  'line.js': 'export const line = ({ module, version }) => `${module} ${version}\\n`\n',
}
