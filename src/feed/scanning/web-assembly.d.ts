/** The part of WebAssembly that the scanner needs: Node has it, but its types for Node 20 leave it to those of browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Record<string, unknown>;
  }
}
