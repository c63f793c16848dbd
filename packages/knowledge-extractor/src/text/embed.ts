/** Vectors of texts by meaning, one for each and of length 1: the embedder of the space, as a port. */
export type Embed = (
  texts: readonly string[],
  options: { readonly signal: AbortSignal },
) => Promise<readonly Float32Array[]>
