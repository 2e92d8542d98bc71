// The two functions that the page supplies; the linker may leave these undefined and no others.
mergeInto(LibraryManager.library, {
  TVMFFIWasmSafeCall: function () {},
  TVMFFIWasmFunctionDeleter: function () {},
});
