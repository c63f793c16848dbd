const protocol = String.raw`(?:Model ?Context ?Protocol|MCP)`
const server = String.raw`${protocol}(?:\s*\(${protocol}\))?[\s-]+(?:server|service)`
/** A name that ends so or has "MCP server" in it. */
const named = new RegExp(String.raw`\b${server}\b|\bMCP\s*$`, 'iu')
/** "A fast MCP server that …", but not "Builds an MCP server" nor "An MCP server developer". */
const described = new RegExp(
  String.raw`^(?:(?:this|[\p{L}\p{N}_.-]+) is\s+)?(?:(?:an?|the|this|our)\s+(?:[\p{L}\p{N}.-]+\s+){0,3}?)?${server}` +
    String.raw`(?=\s+(?:that|which|for|to|with|based|using|providing|enabling|implementation)\b|\s*[,.:;–—-]|\s*$)`,
  'iu',
)
const words = new RegExp(String.raw`(?:\s*\(${protocol}\)|\b${protocol}\b)+(?:[\s-]+servers?\b)?`, 'giu')

/** What leaves out of an MCP server's texts that it is one: all have that in common. Never leaves nothing. */
export function withoutProtocol(agent: {
  readonly name: string
  readonly description: string
}): (text: string) => string {
  if (!named.test(agent.name) && !described.test(agent.description.trim())) return (text) => text
  return (text) => {
    const shortened = text
      .replaceAll(words, ' ')
      .replaceAll(/\s+(?=[\s:,.;])/g, '')
      .trim()
    return /[\p{L}\p{N}]/u.test(shortened) ? shortened : text
  }
}
