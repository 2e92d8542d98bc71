#!/usr/bin/env python3
"""Serves the folder this file lies in to this machine alone: python3 serve.py [port]

Any static server does as well. This one adds the two headers that let models use several processor cores, and one that keeps
a server's own page (MCP Apps) from every connection.
"""

import functools
import http.server
import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Said here because some systems have other ideas, and browsers run no script of another type.
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".css": "text/css",
        ".json": "application/json",
        ".wasm": "application/wasm",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
        ".gguf": "application/octet-stream",
    }

    def end_headers(self):
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-cache")
        if getattr(self, "path", "").split("?")[0].endswith("/frame.html"):
            self.send_header("Connection-Allowlist", "()")
        super().end_headers()


def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8080
    handler = functools.partial(Handler, directory=FOLDER)
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"Alcove: http://127.0.0.1:{server.server_address[1]}/  (Ctrl+C ends it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
