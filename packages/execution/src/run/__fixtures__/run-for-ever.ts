// Run as a process of its own, to be killed: runs the agent `writer` of a space with a runner that never answers.
import { readCatalogue } from '@datacortex/modules'
import { openSpace, ownPaths } from '@datacortex/platform'
import { runAgent } from '../run-agent.ts'

const [root = '', bundledDirectory = '', id = ''] = process.argv.slice(2)
const paths = ownPaths(await openSpace(root))
await runAgent(paths, {
  catalogue: await readCatalogue(paths, { bundledDirectory }),
  agent: 'writer',
  task: 'Explain the tides',
  id,
  onProgress: ({ type }) => void (type === 'attempt' && process.send?.('runs')),
})
