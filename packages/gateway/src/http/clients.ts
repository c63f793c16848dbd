import { createHash, timingSafeEqual } from 'node:crypto'
import { type TellProblem, publishedRights } from '@datacortex/mcp'
import type { Logger } from '@datacortex/plugin'
import { type ClientCaller, type Right, type Space, rights as allRights, user } from '@datacortex/space'
import { shownMessage } from '../agents/shown-message.ts'
import { gatewayError } from '../errors.ts'
import type { Sessions } from '../own-page/sessions.ts'
import type { ServerOptions } from '../server-options.ts'

/** Somebody who calls, with what is theirs. */
export type Client = {
  /** By which tasks and logs know it: the name of its token, never the token. */
  readonly name: string
  readonly space: Space
  /** Whether it had to have a token. */
  readonly isSignedIn: boolean
  /** Whether it is the user of this machine, signed in by a link that works once. */
  readonly isOwn: boolean
  /** Undefined where nobody said: then it finds, describes and runs agents. */
  readonly rights: readonly Right[] | undefined
  readonly tell: TellProblem
  readonly log: Logger
  /** Called with what is nobody's mistake but the program's. */
  readonly onBug: (error: unknown) => void
}

export type Clients = Awaited<ReturnType<typeof openClients>>

const leastCharacters = 16

type ClientsOptions = Pick<ServerOptions, 'token' | 'rights' | 'isOwnOnly' | 'log'> & {
  readonly sessions?: Sessions | undefined
}

/** The clients of a server: the user, those with its own token, which has `rights`, and those with tokens of the space. */
export async function openClients(opened: Space, { token, rights, sessions, isOwnOnly = false, log }: ClientsOptions) {
  const own = token === undefined ? undefined : digest(checked(token))
  const client = own === undefined ? 'anyone' : `server/${own.toString('hex', 0, 4)}`
  // The one who has the server's own token, or anyone where none is needed.
  const usual: ClientCaller = { kind: 'client', rights: rights ?? publishedRights, client }
  const isSecured = isOwnOnly || own !== undefined || (await opened.clients()).length > 0
  // From the first token on nobody comes in without one, also after it was taken back.
  let isOpen = !isSecured
  const made = new WeakMap<ClientCaller, Client>()
  let atHome: Client | undefined
  return {
    isSecured,
    /** Who sends this header; undefined if it has to have a token and has none that is known. */
    of: async (authorization: string | undefined): Promise<Client | undefined> => {
      const given = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
      if (given !== undefined && sessions?.isOpen(given) === true) {
        const signedIn = { space: opened.as(user), isSignedIn: true, isOwn: true, rights: allRights, log }
        return (atHome ??= clientOf({ client: 'page', rights: allRights }, signedIn))
      }
      if (isOwnOnly) return undefined
      const all = [...(own === undefined ? [] : [{ hash: own, caller: usual }]), ...(await opened.clients())]
      if (all.length > 0) isOpen = false
      const hash = given === undefined ? undefined : digest(given)
      // All are compared, in a time that depends on none.
      const [match] = hash === undefined ? [] : all.filter((one) => timingSafeEqual(one.hash, hash))
      const caller = match?.caller ?? (isOpen ? usual : undefined)
      if (caller === undefined) return undefined
      const offered = caller === usual ? rights : caller.rights
      const known = { isSignedIn: match !== undefined, isOwn: false, rights: offered, log }
      const client = made.get(caller) ?? clientOf(caller, { space: opened.as(caller), ...known })
      made.set(caller, client)
      return client
    },
  }
}

function checked(token: string): string {
  if (token.length >= leastCharacters && !/\s/.test(token)) return token
  throw gatewayError('GATEWAY_TOKEN_WEAK', { characters: token.length, least: leastCharacters })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function clientOf(
  { client: name = 'anyone', rights: allowed }: Pick<ClientCaller, 'client' | 'rights'>,
  { log: plain, ...options }: Pick<Client, 'space' | 'isSignedIn' | 'isOwn' | 'rights' | 'log'>,
): Client {
  const line =
    (level: keyof Logger): Logger['info'] =>
    (facts, message) =>
      plain[level]({ client: name, ...facts }, message)
  const log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
  return {
    ...options,
    name,
    log,
    onBug: (error) => log.error({ err: String(error) }, 'a request broke'),
    tell: (problem) => {
      // Who may manage the space is its keeper: `doctor` tells them the same.
      if (allowed.includes('manage')) return { message: problem.message, isWithheld: false }
      const shown = shownMessage(problem, { root: options.space.paths.root, mayRead: allowed.includes('read') })
      if (shown.isWithheld) log.error({ code: problem.code, err: problem.message }, 'an operation went wrong')
      return shown
    },
  }
}
