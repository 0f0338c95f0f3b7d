/** The part of WebAssembly that jq needs: Node has it, but its types for Node 20 leave it to those of browsers. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  type Imports = Record<string, Record<string, unknown>>;
  interface Instantiated {
    instance: { exports: Record<string, unknown> };
  }
  let instantiate: (bytes: Uint8Array, imports?: Imports) => Promise<Instantiated>;
}
