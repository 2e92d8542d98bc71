"""Builds a model library for WebLLM: kernels, decoder and wasm, from apache-tvm's wheel alone."""
