import { columns, count } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'

export const tokenAdd = commandOf('tokens.add', (data, given) => {
  const { token } = data
  const may = `${given.name}  may ${data.rights.join(', ')}`
  if (token === undefined) return [`would add  ${may}`, 'dry run    nothing was made']
  return [
    `added      ${may}`,
    `token      ${token}`,
    'keep it    it is shown this once; the client sends it as `Authorization: Bearer`',
  ]
})

export const tokenList = commandOf('tokens.list', (data) => {
  const rows = data.tokens.map((one) => [one.name, one.rights.join(', '), `since ${one.made_at.slice(0, 10)}`])
  return rows.length === 0 ? ['this space has no tokens: datacortex token add NAME'] : columns(rows)
})

export const tokenRemove = commandOf('tokens.remove', (data, given) => {
  const removed = `${count(data.removed.length, 'token')}: ${data.removed.join(', ')}`
  return given.dryRun === true ? [`would remove  ${removed}`] : [`removed    ${removed}`]
})
