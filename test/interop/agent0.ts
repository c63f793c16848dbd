import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agent0Version, installAgent0 } from './agent0-sdk.ts'
import { type Comparison, differences, tableOf } from './comparison.ts'
import { feedbackBothWays } from './feedback-both-ways.ts'
import { datacortexIn } from './processes.ts'
import { readByAgent0 } from './read-by-agent0.ts'
import { readByDatacortex } from './read-by-datacortex.ts'
import { setting, writeAgents } from './setting.ts'

// Run by hand: `pnpm build && node test/interop/agent0.ts [folder]`. The folder keeps the installation for the next time.
const [installation] = process.argv.slice(2)
const folder = await realpath(await mkdtemp(join(tmpdir(), 'datacortex-interop-')))
try {
  console.error(`installing agent0-sdk ${agent0Version}: about 1000 packages`)
  const openAgent0 = await installAgent0(installation ?? join(folder, 'agent0'))
  const comparisons: Comparison[] = []
  const root = join(folder, 'space')
  const datacortex = datacortexIn(root)
  await mkdir(root)
  await datacortex.run(['init'])
  await writeAgents(root)
  await datacortex.run(['trust', 'approve', '--yes'])
  await using chain = await datacortex.start(['chain', 'dev', '--port', '0'])
  await using server = await datacortex.start(['serve', '--port', '0'])
  const compare = (comparison: Comparison): void => void comparisons.push(comparison)
  const url = String(server.document['url'])
  const all = setting({ root, datacortex, openAgent0, chain: chain.document, url, compare })
  console.error('comparing')
  await readByAgent0(all)
  await readByDatacortex(all)
  await feedbackBothWays(all)
  console.log(tableOf(comparisons))
  const wrong = comparisons.filter((one) => differences(one).length > 0).length
  console.log(`${comparisons.length - wrong} of ${comparisons.length} comparisons agree`)
  process.exitCode = wrong === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
