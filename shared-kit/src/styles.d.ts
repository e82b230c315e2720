// The bundler turns an imported style sheet into a file of its own.
declare module '*.css' {}
