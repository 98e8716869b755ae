@echo off
setlocal
where node >nul 2>nul
if errorlevel 1 (
  echo pulumi-resource-checks needs Node 20 or newer, and there is no `node` on PATH: install it, or add its folder to PATH.>&2
  exit /b 1
)
rem In an archive the program is one file beside this one, in the npm package it stands with the compiled library.
set "program=%~dp0program.cjs"
if not exist "%program%" set "program=%~dp0..\dist\provider\hosts\plugin\program.cjs"
rem The `goto` to nowhere ends the batch file: without one, Ctrl-Break, by which the engine ends a plugin, asks no question.
goto #_nowhere_# 2>nul || title %COMSPEC% & node --require "%~dp0nodeVersion.cjs" "%program%" %*
