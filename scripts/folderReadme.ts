/** Beside the files, for anyone who finds the folder and nothing else. */
export function writeFolderReadme({
  version,
  node,
}: {
  version: string
  /** The oldest that Covault is tested with. */
  node: string
}): string {
  return `Covault ${version}, as a folder

This folder is the whole app, without a gateway. Safes, balances of known tokens
and recent history are read from the chain. Signatures go from owner to owner by
link, file, QR code or print. Prices, the full history, Safe Apps and other
owners' proposals need a gateway.


OPEN IT

A double click on index.html is not enough: browsers do not let a page
that was opened as a file load the rest of the app.

On this computer, open a terminal in this folder and run

    node serve.mjs

Then open the address that it prints. It serves this computer alone and needs
nothing but Node ${node} (https://nodejs.org). If its port is
taken, choose another: node serve.mjs 4500

Any other web server works too. Copy the folder to the root of its address, for
example https://safe.example/, not https://safe.example/covault/. Have it send the
headers in headers.json: "*" is for every path that is not listed.


NETWORKS

chains.json lists the networks and their RPC endpoints. It may also list tokens
whose balances are shown ("tokens") and safes ("safes"). Change it at any time and
reload the page. Settings, Servers in the app adds networks and RPC endpoints for
one browser.


VERIFY IT

Anyone who can change these files can change what you see and sign. Keep the folder
where only you can write.

    sha256sum -c SHA256SUMS

says whether a file was damaged or changed since the folder was written. chains.json
is not listed, because it is yours to change. Write down what

    sha256sum SHA256SUMS

prints, and keep it apart from the folder: anyone who changes a file can change
the list as well.

With the source of the same commit, on the same kind of processor, everybody gets
the same files. Nothing may differ:

    npm run static -- --out another-folder
    diff -r --exclude=chains.json another-folder THIS-FOLDER

Before you sign, compare the hash with another device: verify.html opens with a
double click and needs no network.

docs/guide.md ("When the server is gone") and docs/proof.md in the source say more.
`
}
