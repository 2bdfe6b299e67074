function %(complete_func)s
    set -lx COMP_LINE (commandline -cp | string collect)
    for each in (env %(complete_var)s=fish_complete %(prog_name)s)
        switch $each
            case 'plain,*'
                string sub -s 7 -- $each
            case 'dir,*'
                __fish_complete_directories (string sub -s 5 -- $each)
            case 'file,*'
                __fish_complete_path (string sub -s 6 -- $each)
        end
    end
end
complete --no-files --keep-order --command %(prog_name)s --arguments "(%(complete_func)s)"
