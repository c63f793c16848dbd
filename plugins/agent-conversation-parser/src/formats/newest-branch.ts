export type TreeMessage = {
  readonly id: string
  readonly parent: string | undefined
  /** ISO 8601, `''` if it is not known. */
  readonly at: string
}

/** From a message up to the first, in order; a circle ends it. */
export function branchTo<Node>(leaf: Node | undefined, parentOf: (node: Node) => Node | undefined): readonly Node[] {
  const branch = new Set<Node>()
  for (let at = leaf; at !== undefined && !branch.has(at); at = parentOf(at)) branch.add(at)
  return [...branch].reverse()
}

/** The branch of a tree that ends at a given leaf, or else the one with the newest message. */
export function newestBranch<Message extends TreeMessage>(
  messages: readonly Message[],
  { leaf }: { leaf?: string | undefined },
): readonly Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  if (!messages.some(({ parent }) => parent !== undefined && byId.has(parent))) return messages
  const shown = leaf === undefined ? undefined : byId.get(leaf)
  const start = shown ?? newest(messages)
  const branch = branchTo(start, ({ parent = '' }) => byId.get(parent))
  return shown === undefined ? [...branch, ...below(start, { messages, branch })] : branch
}

/** Clocks are not exact: an answer may look older than its question. */
function below<Message extends TreeMessage>(
  start: Message | undefined,
  { messages, branch }: { messages: readonly Message[]; branch: readonly Message[] },
): readonly Message[] {
  const children = Map.groupBy(messages, ({ parent }) => parent)
  const seen = new Set(branch.map(({ id }) => id))
  const found: Message[] = []
  for (let at = start; at !== undefined;) {
    seen.add(at.id)
    at = newest((children.get(at.id) ?? []).filter(({ id }) => !seen.has(id)))
    if (at !== undefined) found.push(at)
  }
  return found
}

/** Of two with the same time, the later in the file. */
function newest<Message extends TreeMessage>(messages: readonly Message[]): Message | undefined {
  return messages.reduce<Message | undefined>(
    (best, message) => (best === undefined || message.at >= best.at ? message : best),
    undefined,
  )
}
