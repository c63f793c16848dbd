/** Finds which of many literals occur in a text, in one walk along it. */
export class LiteralIndex {
  readonly #ids = new Map<string, number>()
  // A tree of code units in lists of numbers: objects for its nodes would take many times the memory. Node 0 is the root.
  readonly #unit: number[] = [0]
  readonly #firstChild: number[] = [0]
  readonly #nextSibling: number[] = [0]
  /** Number of the literal that ends at a node, −1 if none does. */
  readonly #literal: number[] = [-1]
  /** Children of the root, of which there are most. */
  readonly #starts = new Map<number, number>()

  /** Adds a literal. `literal`: not empty. Gives its number; the same literal has the same one. */
  add(literal: string): number {
    const known = this.#ids.get(literal)
    if (known !== undefined) return known
    const id = this.#ids.size
    this.#ids.set(literal, id)
    let node = 0
    for (let at = 0; at < literal.length; at += 1) {
      const unit = literal.charCodeAt(at)
      node = this.#child(node, unit) || this.#addChild(node, unit)
    }
    this.#literal[node] = id
    return id
  }

  /** The numbers of all literals that occur in a text. */
  find(text: string): ReadonlySet<number> {
    const found = new Set<number>()
    for (let start = 0; start < text.length; start += 1) {
      let node = 0
      for (let at = start; at < text.length; at += 1) {
        node = this.#child(node, text.charCodeAt(at))
        if (node === 0) break
        const id = this.#literal[node] ?? -1
        if (id >= 0) found.add(id)
      }
    }
    return found
  }

  /** The child of a node, 0 if there is none. */
  #child(parent: number, unit: number): number {
    if (parent === 0) return this.#starts.get(unit) ?? 0
    let child = this.#firstChild[parent] ?? 0
    while (child !== 0 && this.#unit[child] !== unit) child = this.#nextSibling[child] ?? 0
    return child
  }

  #addChild(parent: number, unit: number): number {
    const child = this.#unit.push(unit) - 1
    this.#firstChild.push(0)
    this.#literal.push(-1)
    if (parent === 0) {
      this.#nextSibling.push(0)
      this.#starts.set(unit, child)
    } else {
      this.#nextSibling.push(this.#firstChild[parent] ?? 0)
      this.#firstChild[parent] = child
    }
    return child
  }
}
