import { fieldsOf, firstResult } from './first-result.ts'
import type { Setting } from './setting.ts'

/** Each side gives feedback through the reputation registry and the other one reads it. */
export async function feedbackBothWays({
  datacortex,
  where,
  account,
  agent0,
  compare,
  ...chain
}: Setting): Promise<void> {
  const idOf = async (id: string): Promise<string> => {
    const { agent_id: number } = firstResult(await datacortex.run(['chain', 'status', id, ...where]))
    return `${chain.chainId}:${String(number)}`
  }
  const writer = await idOf('writer')
  await (await agent0(2).giveFeedback(writer, 87.5, 'starred')).waitMined()
  const client = account(2).address
  const read = await datacortex.run(['chain', 'reputation', 'writer', '--client', client, ...where])
  compare({
    reader: 'datacortex',
    what: 'writer, feedback of agent0-sdk',
    expected: { count: 1, average: 87.5, positive_rate: 1, clients: [client] },
    seen: fieldsOf(firstResult(read), ['count', 'average', 'positive_rate', 'clients']),
  })
  const { execution_id: id } = await datacortex.run(['agent', 'run', 'singer', 'sing a song'])
  const scores = ['--completion', '90', '--quality', '80', '--efficiency', '70']
  await datacortex.run(['evaluate', String(id), '--by', 'user', ...scores])
  await datacortex.run(['chain', 'rate', '--account', account(0).address, '--confirm', '--rpc', chain.rpc])
  const singer = await idOf('singer')
  const reader = agent0(2)
  // Comes first: only this tells its `getFeedback` where the reputation registry is.
  const summary = await reader.getReputationSummary(singer, 'starred')
  const feedback = await reader.getFeedback(singer, account(0).address, 1)
  const reputation = firstResult(await datacortex.run(['chain', 'reputation', 'singer', ...where]))
  compare({
    reader: 'agent0-sdk',
    what: 'singer, feedback of datacortex',
    expected: {
      value: reputation['average'],
      tags: ['starred'],
      isRevoked: false,
      summary: { count: 1, averageValue: reputation['average'] },
    },
    seen: {
      ...fieldsOf(feedback, ['value', 'tags', 'isRevoked']),
      summary,
    },
  })
}
