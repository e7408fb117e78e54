import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { capture, UserError } from "../terminal.ts";
import type { BuildInfo } from "./executable.ts";

const seconds = ({ built_at }: BuildInfo): string => String(Date.parse(built_at) / 1_000);

async function run(command: readonly string[], info: BuildInfo): Promise<void> {
  const { code, output } = await capture(command, { SOURCE_DATE_EPOCH: seconds(info), GZIP: undefined, LC_ALL: "C" });
  if (code !== 0) throw new UserError(`${command[0]} failed: ${output}`);
}

/** `{folder}.tar.gz` with sorted names, no owners, and the commit's time. */
export async function packTar(folder: string, destination: string, info: BuildInfo): Promise<void> {
  const order = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go+rX,go-w"];
  const file = join(destination, `${basename(folder)}.tar.gz`);
  const compress = ["--use-compress-program", "gzip -9 --no-name"];
  const what = ["-cf", file, "-C", dirname(folder), basename(folder)];
  await run(["tar", ...order, `--mtime=@${seconds(info)}`, ...compress, ...what], info);
}

export interface DebianOptions {
  readonly architecture: string;
  readonly version: string;
  readonly info: BuildInfo;
}

const MODE_PROGRAM = 0o755;
/** systemd starts the unit after installation and removal like any service. Data stays, even after a purge. */
const SCRIPTS = {
  postinst: `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  if [ -n "$2" ]; then systemctl try-restart fanfare.service; fi
fi
`,
  prerm: `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now fanfare.service; fi
`,
  postrm: `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
if [ "$1" = purge ]; then echo "Your data is still in /var/lib/fanfare. Delete it yourself." >&2; fi
`,
} as const;

/** Findings of lintian that a compiled executable can't avoid, each with its reason. */
const LINTIAN_OVERRIDES = `# No one answers mail for a package that you built yourself.
fanfare: bogus-mail-host Maintainer noreply@localhost
fanfare: bogus-mail-host-in-debian-changelog
# The runtime brings its own copy, and the image library another.
fanfare: embedded-library
# The program is stored behind the symbols: stripping would cut it off.
fanfare: unstripped-binary-or-object
`;

/** Debian's form of the license of Fanfare itself. Those of the packages inside are a file of their own. */
function copyrightOf(license: string): string {
  const body = license
    .split("\n")
    .map((line) => (line === "" ? " ." : ` ${line}`))
    .join("\n");
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Fanfare
Comment: The licenses of the packages inside the executable are in
 /usr/share/doc/fanfare/licenses.txt.gz, and \`fanfare licenses\` prints them.

Files: *
Copyright: the Fanfare authors
License: MIT
${body.trimEnd()}
`;
}

function changelogOf(version: string, { built_at }: BuildInfo): string {
  const date = new Date(built_at).toUTCString().replace("GMT", "+0000");
  return `fanfare (${version}) stable; urgency=medium

  * See CHANGELOG.md in the source.

 -- Fanfare <noreply@localhost>  ${date}
`;
}

/** A Debian package with the executable and its hardened unit. */
export async function packDebian(
  folder: string,
  destination: string,
  { architecture, version, info }: DebianOptions,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "fanfare-deb-"));
  try {
    const put = (from: string, path: string, mode = 0o644): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      cpSync(join(folder, from), join(root, path));
      chmodSync(join(root, path), mode);
    };
    put("fanfare", "usr/bin/fanfare", MODE_PROGRAM);
    put("fanfare.service", "lib/systemd/system/fanfare.service");
    put("sbom.cdx.json", "usr/share/doc/fanfare/sbom.cdx.json");
    const write = (path: string, data: string | Uint8Array): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), data, { mode: 0o644 });
    };
    const zipped = (text: string): Uint8Array => gzipSync(text, { level: 9 });
    write("usr/share/doc/fanfare/copyright", copyrightOf(readFileSync(join(folder, "LICENSE"), "utf8")));
    write("usr/share/doc/fanfare/licenses.txt.gz", zipped(readFileSync(join(folder, "licenses.txt"), "utf8")));
    write("usr/share/doc/fanfare/changelog.gz", zipped(changelogOf(version, info)));
    write("usr/share/lintian/overrides/fanfare", LINTIAN_OVERRIDES);
    mkdirSync(join(root, "DEBIAN"));
    writeFileSync(
      join(root, "DEBIAN/control"),
      `Package: fanfare
Version: ${version}
Architecture: ${architecture}
Maintainer: Fanfare <noreply@localhost>
Section: web
Priority: optional
Depends: libc6 (>= 2.17)
Description: guided tours, celebrations, and live updates
 A server for web applications, with a console and a browser SDK. One process
 and one SQLite file, or PostgreSQL.
`,
    );
    for (const [name, text] of Object.entries(SCRIPTS)) {
      writeFileSync(join(root, "DEBIAN", name), text);
      chmodSync(join(root, "DEBIAN", name), MODE_PROGRAM);
    }
    chmodSync(root, MODE_PROGRAM);
    const file = join(destination, `fanfare_${version}_${architecture}.deb`);
    // xz with one thread: more threads may split the data at other places.
    await run(["dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "-z1", "--build", root, file], info);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
